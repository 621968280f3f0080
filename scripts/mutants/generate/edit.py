"""One change of a file, as an operator proposes it."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Edit:
    operator: str
    first: int  # the tokens that go: from here
    end: int    # to before here
    put: str


def replaced(operator, i, put):
    return Edit(operator, i, i + 1, put)
