"""The pipelines of apps/ as Halide programs of our own, and schedules for them by hand.

Each module has program(inputs..., parameters...), which returns the output and a function that schedules by hand.
"""
