"""Builds one of our Halide programs to an object file: a process of its own, since a search may take for ever or crash.

    python -m race.halide_build APP hand|Mullapudi2016|Adams2019|Li2018 THREADS CACHE_BYTES STEM

writes STEM.o, STEM.facts (JSON: seconds) and STEM.schedule (what the autoscheduler did).
"""
import importlib
import json
import sys
import time
from pathlib import Path

import halide as hl

from .apps import APPS

TYPES = {"u8": hl.UInt(8), "u16": hl.UInt(16), "i16": hl.Int(16), "i32": hl.Int(32), "f32": hl.Float(32)}


def main(name, scheduler, threads, cache_bytes, stem):
    app = APPS[name]
    inputs = [_image(i) for i in app.inputs]
    params = [_scalar(*p) for p in app.params]
    output, by_hand = importlib.import_module(f"race.halide_apps.{name}").program(*inputs, *params)
    output.set_estimates(_ranges(app.output))
    pipeline, target = hl.Pipeline(output), hl.get_host_target()
    begin = time.perf_counter()
    if scheduler == "hand":
        by_hand()
    else:
        _schedule(pipeline, target, scheduler, {"parallelism": threads, "last_level_cache_size": cache_bytes}, stem)
    scheduled = time.perf_counter()
    pipeline.compile_to({hl.OutputFileType.object: f"{stem}.o"}, inputs + params, name, target)
    facts = {"schedule_seconds": scheduled - begin, "compile_seconds": time.perf_counter() - scheduled}
    Path(f"{stem}.facts").write_text(json.dumps(facts))


def _image(described):
    image = hl.ImageParam(TYPES[described.shape.type], len(described.shape.extents), described.name)
    image.set_estimates(_ranges(described.shape))
    return image


def _scalar(name, type_, value):
    param = hl.Param(TYPES[type_], name, value)
    param.set_estimate(value)
    return param


def _ranges(shape):
    return [hl.Range(shape.min_of(d), extent) for d, extent in enumerate(shape.extents)]


def _schedule(pipeline, target, scheduler, known, stem):
    hl.load_plugin(str(Path(hl.__file__).parent / "lib64" / f"libautoschedule_{scheduler.lower()}.so"))
    # Only one of them takes the size of the cache; the others model it by themselves.
    keys = ("parallelism", "last_level_cache_size") if scheduler == "Mullapudi2016" else ("parallelism",)
    settings = hl.AutoschedulerParams(scheduler, {key: str(known[key]) for key in keys})
    result = pipeline.apply_autoscheduler(target, settings)
    Path(f"{stem}.schedule").write_text(result.schedule_source)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
