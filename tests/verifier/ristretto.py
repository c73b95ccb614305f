"""ristretto255 (RFC 9496) with Python's integers. Nothing here takes the same time for every value:
it is for checking, never for secrets.

A point is a tuple (X, Y, Z, T) on the twisted Edwards curve -x^2 + y^2 = 1 + d x^2 y^2.
"""

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)
SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
INVSQRT_A_MINUS_D = 54469307008909316920995813868745141605393597292927456921205312896311721017578
ONE_MINUS_D_SQ = (1 - D * D) % P
D_MINUS_ONE_SQ = (D - 1) ** 2 % P

assert SQRT_AD_MINUS_ONE**2 % P == (-D - 1) % P
assert INVSQRT_A_MINUS_D**2 * (-1 - D) % P == 1

IDENTITY = (0, 1, 1, 0)


def is_negative(x):
    return x % P & 1 == 1


def absolute(x):
    x %= P
    return P - x if x & 1 else x


def sqrt_ratio(u, v):
    """Whether u/v is a square, and the non-negative root of u/v or of i*u/v (RFC 9496, 4.2)."""
    r = u * v**3 % P * pow(u * v**7 % P, (P - 5) // 8, P) % P
    check = v * r * r % P
    correct, flipped = check == u % P, check == -u % P
    flipped_i = check == -u * SQRT_M1 % P
    if flipped or flipped_i:
        r = r * SQRT_M1 % P
    return correct or flipped, absolute(r)


def decode(data):
    """The point of 32 bytes; None if they are not canonical (RFC 9496, 4.3.1)."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or is_negative(s):
        return None
    ss = s * s % P
    u1, u2 = (1 - ss) % P, (1 + ss) % P
    v = (-D * u1 * u1 - u2 * u2) % P
    was_square, root = sqrt_ratio(1, v * u2 * u2 % P)
    den_x = root * u2 % P
    den_y = root * den_x % P * v % P
    x, y = absolute(2 * s * den_x), u1 * den_y % P
    t = x * y % P
    if not was_square or is_negative(t) or y == 0:
        return None
    return x, y, 1, t


def encode(point):
    """RFC 9496, 4.3.2."""
    x0, y0, z0, t0 = point
    u1, u2 = (z0 + y0) * (z0 - y0) % P, x0 * y0 % P
    _, root = sqrt_ratio(1, u1 * u2 * u2 % P)
    den1, den2 = root * u1 % P, root * u2 % P
    z_inv = den1 * den2 % P * t0 % P
    x, y, den_inv = x0, y0, den2
    if is_negative(t0 * z_inv):
        x, y = y0 * SQRT_M1 % P, x0 * SQRT_M1 % P
        den_inv = den1 * INVSQRT_A_MINUS_D % P
    if is_negative(x * z_inv):
        y = -y
    return absolute(den_inv * (z0 - y)).to_bytes(32, "little")


def from_hash(data):
    """64 bytes to a point (RFC 9496, 4.3.4)."""
    halves = [int.from_bytes(half, "little") % 2**255 % P for half in (data[:32], data[32:])]
    return add(_map(halves[0]), _map(halves[1]))


def _map(t):
    r = SQRT_M1 * t * t % P
    u = (r + 1) * ONE_MINUS_D_SQ % P
    v = (-1 - r * D) * (r + D) % P
    was_square, s = sqrt_ratio(u, v)
    c = -1
    if not was_square:
        s, c = -absolute(s * t), r
    n = (c * (r - 1) * D_MINUS_ONE_SQ - v) % P
    w0, w1, w2, w3 = 2 * s * v, n * SQRT_AD_MINUS_ONE, 1 - s * s, 1 + s * s
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def add(a, b):
    return _add_ready(a, _ready(b))


def _ready(point):
    x, y, z, t = point
    return y - x, y + x, 2 * D * t % P, 2 * z


def _add_ready(point, ready):
    x, y, z, t = point
    less, more, td, zz = ready
    a, b, c, d = (y - x) * less % P, (y + x) * more % P, t * td % P, z * zz % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _double(point):
    x, y, z, _ = point
    a, b = x * x % P, y * y % P
    h, g = a + b, a - b
    e, f = h - (x + y) ** 2 % P, 2 * z * z + g
    return e * f % P, g * h % P, f * g % P, e * h % P


_tables = {}


def _odd_multiples(point):
    """point, 3*point, ..., 15*point, ready to be added; kept, since bases and rows come again."""
    table = _tables.get(point)
    if table is None:
        twice, at = _ready(_double(point)), point
        table = [_ready(point)]
        for _ in range(7):
            at = _add_ready(at, twice)
            table.append(_ready(at))
        if len(_tables) > 20000:
            _tables.clear()
        _tables[point] = table
    return table


def _digits(scalar):
    """Signed odd digits below 16 with their places (a non-adjacent form of width 5)."""
    place = 0
    while scalar:
        if scalar & 1:
            digit = scalar & 31
            digit -= 32 * (digit > 15)
            scalar -= digit
            yield place, digit
        scalar >>= 1
        place += 1


def combine(terms):
    """The sum of scalar * point over pairs (scalar, point)."""
    places = [[] for _ in range(256)]
    for scalar, point in terms:
        table = _odd_multiples(point)
        for place, digit in _digits(scalar % L):
            less, more, td, zz = table[abs(digit) // 2]
            ready = (less, more, td, zz) if digit > 0 else (more, less, -td, zz)
            places[place].append(ready)
    total = IDENTITY
    for at in reversed(places):
        total = _double(total)
        for ready in at:
            total = _add_ready(total, ready)
    return total


def total(points):
    """The sum of points."""
    at = IDENTITY
    for point in points:
        at = add(at, point)
    return at


# The generator, as RFC 9496 gives its encoding.
G = decode(bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"))
