"""OpenCV as a contestant, where it has the same operation. Its images are numpy views of the common ones.

What is left out computes something else: its Canny, its equalisation and its non-local means have other definitions,
and 3x3 means of 16-bit pixels are rounded in other places.
"""


def has_operation(app):
    return app.name in OPERATIONS


def load(app, images):
    """(function of the number of threads, function that copies the result to the common output)."""
    import cv2
    arrays = {name: image.as_array() for name, image in images.items()}
    compute, collect = OPERATIONS[app.name](cv2, arrays, {name: value for name, _, value in app.params})

    def run(threads):
        cv2.setNumThreads(threads)
        compute()
    return run, collect


def _nothing():
    """The result is where it belongs."""


def _blur(cv2, arrays, _params):
    source, target = arrays["img"][0], arrays["output"][0]
    return lambda: cv2.blur(source, (3, 3), dst=target, borderType=cv2.BORDER_REPLICATE), _nothing


def _unsharp(cv2, arrays, params):
    import numpy
    weights = numpy.array([0.0625, 0.25, 0.375, 0.25, 0.0625], numpy.float32)
    blurred, apart = (numpy.empty(arrays["img"].shape[1:], numpy.float32) for _ in range(2))
    inner = (slice(2, -2), slice(2, -2))

    def compute():
        for plane, target in zip(arrays["img"], arrays["output"]):
            cv2.sepFilter2D(plane, -1, weights, weights, dst=blurred, borderType=cv2.BORDER_CONSTANT)
            original, soft = plane[inner], blurred[inner]
            cv2.absdiff(original, soft, dst=apart[inner])
            cv2.addWeighted(original, 1 + params["w"], soft, -params["w"], 0, dst=target)
            cv2.copyTo(original, cv2.compare(apart[inner], params["thr"], cv2.CMP_LT), dst=target)
    return compute, _nothing


def _unsharp_h(cv2, arrays, params):
    import math
    import numpy
    sigma = params["sigma"]
    weights = numpy.array([math.exp(-t * t / (2 * sigma * sigma)) / (math.sqrt(2 * math.pi) * sigma)
                           for t in range(-3, 4)], numpy.float32)
    gray, soft = (numpy.empty(arrays["img"].shape[1:], numpy.float32) for _ in range(2))

    def compute():
        red, green, blue = arrays["img"]
        cv2.addWeighted(red, 0.299, green, 0.587, 0, dst=gray)
        cv2.scaleAdd(blue, 0.114, gray, dst=gray)
        cv2.sepFilter2D(gray, -1, weights, weights, dst=soft, borderType=cv2.BORDER_REPLICATE)
        cv2.addWeighted(gray, 2, soft, -1, 0, dst=soft)
        cv2.divide(soft, gray, dst=soft)
        for plane, target in zip(arrays["img"], arrays["output"]):
            cv2.multiply(plane, soft, dst=target)
    return compute, _nothing


def _harris(cv2, arrays, params):
    import numpy
    # For floats OpenCV scales its derivatives by a twelfth, too; its result has the size of the picture.
    response = numpy.empty(arrays["img"].shape, numpy.float32)
    return (lambda: cv2.cornerHarris(arrays["img"], 3, 3, params["k"], dst=response),
            lambda: numpy.copyto(arrays["output"], response[2:-2, 2:-2]))


def _max_filter(cv2, arrays, _params):
    import numpy
    radius = 26
    disc = numpy.zeros((2 * radius + 3, 2 * radius + 1), numpy.uint8)
    for j in range(-radius, radius + 1):
        reach = min(sum(j * j + d * d < (radius + 0.25) ** 2 for d in range(radius + 1)), radius + 1)
        disc[radius + 1 - reach:radius + 2 + reach, j + radius] = 1

    def compute():
        for plane, target in zip(arrays["img"], arrays["output"]):
            cv2.dilate(plane, disc, dst=target, borderType=cv2.BORDER_REPLICATE)
    return compute, _nothing


def _matmul(cv2, arrays, _params):
    return lambda: cv2.gemm(arrays["a"], arrays["b"], 1, None, 0, dst=arrays["output"]), _nothing


OPERATIONS = {"blur": _blur, "unsharp": _unsharp, "unsharp_h": _unsharp_h, "harris": _harris,
              "max_filter": _max_filter, "matmul": _matmul}
