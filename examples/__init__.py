"""What can be built on the house: a program that plays over the network, and a game in a package of its own."""
