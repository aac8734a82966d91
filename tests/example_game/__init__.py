"""Well and Bucket, the worked example of docs/adding-a-game.md: a small game that uses the whole contract.

W-1  Two to four players sit round a well, each with an empty jar. The rope bears nine litres.
W-2  There are three days. On each day every player has one turn, in the order of their seats.
W-3  On your turn throw the die; so many litres run into the bucket.
W-4  Then haul the bucket up, or let it down again: throw once more.
W-5  If the bucket holds more than the rope bears, the rope snaps: the water is lost, your turn is over.
W-6  Of the water you hauled up, give what you like to the trough; the rest goes into your jar.
W-7  After the third day each litre in a jar scores 1, and whoever gave the trough most scores 5 more (all
     of them in a tie; nobody if nobody gave). The highest score wins; a tie is a shared victory.
"""
