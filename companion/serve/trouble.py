"""Why a phone's word was not taken. Nothing has changed then."""

from engine.core.language import Phrase


class NotYours(Exception):
    """This phone may not do that."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


class TableMoved(Exception):
    """Others changed the table since this phone looked at it; `legal` says whether it could still be done."""

    def __init__(self, legal: bool) -> None:
        self.phrase = Phrase("The table has changed meanwhile: look again.")
        super().__init__(str(self.phrase))
        self.legal = legal
