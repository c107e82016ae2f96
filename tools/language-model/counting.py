"""What counting tells of the next piece: interpolated Kneser-Ney 5-grams with three discounts (Chen and Goodman 1999)."""

import numpy

ORDER = 5
BITS = 12  # of a piece's id
USUAL = 0.75  # the discount where too few counts are small


class Counts:
    """The n-grams of one order as whole numbers, the oldest piece in the highest bits, in their order; with discounts."""

    def __init__(self, grams, counts):
        self.grams, self.counts = grams, counts
        self.discounts = discounts_of(counts)
        taken = self.discounts[numpy.minimum(counts, 3)]
        self.contexts, begins = numpy.unique(grams >> BITS, return_index=True)
        self.totals = numpy.add.reduceat(counts, begins)
        self.taken = numpy.add.reduceat(taken, begins)

    def mix(self, grams, lower):
        """Chances of the last piece of each n-gram after the others, with the chances of the order below."""
        count = found(self.grams, self.counts, grams)
        total = found(self.contexts, self.totals, grams >> BITS)
        taken = found(self.contexts, self.taken, grams >> BITS)
        own = numpy.maximum(count - self.discounts[numpy.minimum(count, 3).astype(int)], 0)
        return numpy.where(total > 0, (own + taken * lower) / numpy.maximum(total, 1), lower)


def discounts_of(counts):
    """What is taken from an n-gram that was seen 0, 1, 2, and 3 or more times."""
    n1, n2, n3, n4 = (numpy.sum(counts == k) for k in (1, 2, 3, 4))
    if not n1 * n2 * n3:
        return numpy.array([0, USUAL, USUAL, USUAL])
    y = n1 / (n1 + 2 * n2)
    return numpy.array([0, 1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3])


def found(keys, values, wanted):
    """The value of each wanted key; 0 for those that are not there."""
    at = numpy.minimum(numpy.searchsorted(keys, wanted), len(keys) - 1)
    return numpy.where(keys[at] == wanted, values[at], 0)


def grams_of(pieces, order):
    """The n-gram that ends at each piece from the `order`-th on."""
    last = len(pieces) - order + 1
    return sum(pieces[i : i + last].astype(numpy.int64) << BITS * (order - 1 - i) for i in range(order))


class KneserNey:
    """Learned from the pieces of a text. Below the highest order, an n-gram counts the different pieces that stand before it."""

    def __init__(self, pieces, vocabulary):
        self.vocabulary = vocabulary
        grams, counts = numpy.unique(grams_of(pieces, ORDER), return_counts=True)
        self.orders = [Counts(grams, counts)]
        for order in range(ORDER - 1, 0, -1):
            grams, counts = numpy.unique(grams & ((1 << BITS * order) - 1), return_counts=True)
            self.orders.insert(0, Counts(grams, counts))

    def surprise(self, pieces):
        """Nats at each piece from the fifth on, given the four before it."""
        grams = grams_of(pieces, ORDER)
        chance = numpy.full(len(grams), 1 / self.vocabulary)
        for order, counts in enumerate(self.orders, start=1):
            chance = counts.mix(grams & ((1 << BITS * order) - 1), chance)
        return -numpy.log(chance)
