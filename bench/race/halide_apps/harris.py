"""Harris corner response of a gray picture."""
from .pieces import corner_response, lanes, strips, x, yi, yo


def program(img, k):
    harris, along_x, along_y = corner_response(img, k, "harris")

    def by_hand():
        strips(harris, 64)
        # Line buffers of three rows.
        for stage in (along_x, along_y):
            stage.store_at(harris, yo).compute_at(harris, yi).vectorize(x, lanes())
    return harris, by_hand
