"""What several programs use."""
import halide as hl

x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
xo, yo, xi, yi, task = hl.Var("xo"), hl.Var("yo"), hl.Var("xi"), hl.Var("yi"), hl.Var("task")


def real(value):
    """A float of 32 bits: Python's own have 64."""
    return hl.f32(value)


def lanes(bits=32):
    """How many values of so many bits a vector of this machine holds."""
    return hl.get_host_target().natural_vector_size(hl.UInt(bits))


def edges_repeated(img):
    """Beyond its border in x and y the image goes on as it ends; other dimensions are as they are."""
    ranges = [hl.Range(img.dim(d).min(), img.dim(d).extent()) for d in (0, 1)]
    ranges += [hl.Range(hl.Expr(), hl.Expr())] * (img.dimensions() - 2)
    return hl.BoundaryConditions.repeat_edge(img, ranges)


def func(name, args, value):
    """A pure stage in one line."""
    stage = hl.Func(name)
    stage[args] = value
    return stage


def strips(output, rows, planes=False, bits=32):
    """Strips of so many rows are the tasks; inside, rows are computed one by one, in vectors."""
    output.split(y, yo, yi, rows).vectorize(x, lanes(bits))
    if planes:
        output.reorder(x, yi, yo, c).fuse(yo, c, task).parallel(task)
    else:
        output.parallel(yo)


def derivatives(gray):
    """Those along x and y, with the weights 1, 2, 1 in 12ths."""
    one, two = real(1.0 / 12), real(2.0 / 12)
    along_x = func("Ix", (x, y), -one * gray[x - 1, y - 1] + one * gray[x + 1, y - 1] - two * gray[x - 1, y]
                   + two * gray[x + 1, y] - one * gray[x - 1, y + 1] + one * gray[x + 1, y + 1])
    along_y = func("Iy", (x, y), -one * gray[x - 1, y - 1] + one * gray[x - 1, y + 1] - two * gray[x, y - 1]
                   + two * gray[x, y + 1] - one * gray[x + 1, y - 1] + one * gray[x + 1, y + 1])
    return along_x, along_y


def box(name, f):
    """The sum of nine."""
    return func(name, (x, y), f[x - 1, y - 1] + f[x, y - 1] + f[x + 1, y - 1] + f[x - 1, y] + f[x, y] + f[x + 1, y]
                + f[x - 1, y + 1] + f[x, y + 1] + f[x + 1, y + 1])


def corner_response(gray, k, name):
    """Harris's, with the derivatives that a schedule wants to name."""
    along_x, along_y = derivatives(gray)
    xx = box("Sxx", func("Ixx", (x, y), along_x[x, y] * along_x[x, y]))
    yy = box("Syy", func("Iyy", (x, y), along_y[x, y] * along_y[x, y]))
    xy = box("Sxy", func("Ixy", (x, y), along_x[x, y] * along_y[x, y]))
    trace = func("tr", (x, y), xx[x, y] + yy[x, y])
    det = func("det", (x, y), xx[x, y] * yy[x, y] - xy[x, y] * xy[x, y])
    return func(name, (x, y), det[x, y] - k * trace[x, y] * trace[x, y]), along_x, along_y
