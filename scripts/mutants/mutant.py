"""A mutant: one file of the compiler with one change."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    file: str      # from the root of the checkout
    operator: str  # 'hand-written', or what generated it
    start: int     # the characters that go: from here
    end: int       # to before here
    put: str       # what comes instead
    what: str      # for people

    def apply(self, text):
        return text[:self.start] + self.put + text[self.end:]
