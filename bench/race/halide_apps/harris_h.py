"""Harris corner response of a picture in colour."""
from .pieces import corner_response, func, lanes, real, strips, x, y, yi, yo


def program(img, k):
    gray = func("gray", (x, y), real(0.299) * img[x, y, 0] + real(0.587) * img[x, y, 1] + real(0.114) * img[x, y, 2])
    harris, along_x, along_y = corner_response(gray, k, "harris")

    def by_hand():
        strips(harris, 64)
        for stage in (gray, along_x, along_y):
            stage.store_at(harris, yo).compute_at(harris, yi).vectorize(x, lanes())
    return harris, by_hand
