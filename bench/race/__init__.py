"""The benchmark: Pantile's schedules against each other, against Halide and against OpenCV. See bench/README.md."""
