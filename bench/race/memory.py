"""Images in memory that all contestants share, and the functions of pixels.c on them."""
import ctypes
import math
import mmap
from dataclasses import dataclass

HUGE_PAGE = 1 << 21


@dataclass(frozen=True)
class ElementType:
    """Of an image: its number in emitted headers, and Halide's code and bits."""
    name: str
    bytes: int
    pantile: int
    halide_code: int   # 0: signed, 1: unsigned, 2: float


TYPES = {t.name: t for t in (ElementType("u8", 1, 1, 1), ElementType("u16", 2, 3, 1), ElementType("i16", 2, 4, 0),
                             ElementType("f32", 4, 9, 2))}


@dataclass(frozen=True)
class Shape:
    """The first dimension is dense. 'mins' may be shorter: what is missing is 0."""
    type: str
    extents: tuple
    mins: tuple = ()

    def min_of(self, dimension):
        return self.mins[dimension] if dimension < len(self.mins) else 0

    def elements(self):
        return math.prod(self.extents)

    def bytes(self):
        return self.elements() * TYPES[self.type].bytes


class Image:
    """Memory on huge pages where there are some, so that page faults and TLB misses are alike for all."""

    def __init__(self, shape):
        self.shape = shape
        self._memory = mmap.mmap(-1, shape.bytes() + 2 * HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._memory.madvise(mmap.MADV_HUGEPAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self.address = -(-start // HUGE_PAGE) * HUGE_PAGE

    def spoil(self):
        """So that a value which nobody writes is not taken for a right one: NaN, or an odd integer."""
        ctypes.memset(self.address, 0xFF if self.shape.type == "f32" else 0xA5, self.shape.bytes())

    def as_array(self):
        """A numpy view, slowest dimension first."""
        import numpy
        kind = {"u8": numpy.uint8, "u16": numpy.uint16, "i16": numpy.int16, "f32": numpy.float32}[self.shape.type]
        raw = (ctypes.c_char * self.shape.bytes()).from_address(self.address)
        return numpy.frombuffer(raw, kind).reshape(tuple(reversed(self.shape.extents)))


class _PixelsImage(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p)] + [(n, ctypes.c_int64) for n in ("columns", "rows", "planes", "frame")]


class _PixelsTolerance(ctypes.Structure):
    _fields_ = [("absolute", ctypes.c_double), ("relative", ctypes.c_double)]


class Pixels:
    """The built pixels.c."""

    def __init__(self, library):
        self._library = library

    def fill(self, image, how, seed, frame):
        extents = image.shape.extents + (1, 1)
        described = _PixelsImage(image.address, extents[0], extents[1],
                                 image.shape.elements() // (extents[0] * extents[1]), frame)
        getattr(self._library, f"fill_{how}")(ctypes.byref(described), ctypes.c_uint32(seed))

    def count_apart(self, found, expected, tolerance):
        count = getattr(self._library, f"count_apart_{found.shape.type}")
        count.restype = ctypes.c_int64
        limits = _PixelsTolerance(tolerance.absolute, tolerance.relative)
        return count(ctypes.c_void_p(found.address), ctypes.c_void_p(expected.address),
                     ctypes.c_int64(found.shape.elements()), ctypes.byref(limits))
