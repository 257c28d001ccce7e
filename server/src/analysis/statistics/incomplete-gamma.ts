/**
 * The relative change at which a series or fraction stops: a few units in the last place, so that both always
 * terminate.
 */
const PRECISION = 1e-15;
/** From here, five terms of Stirling's series are exact to the last digit of a double. */
const STIRLING_FROM = 20;

/**
 * The regularised upper incomplete gamma function Q(a, x), for a > 0 and x >= 0: the series of P below x = a + 1 and
 * the continued fraction of Q above it (Numerical Recipes, section 6.2), each where it converges fast. The fraction
 * computes the tail itself and not 1 - P, so a p-value of 1e-300 has as many correct digits as one of 0.3.
 */
export function upperIncompleteGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  return x < a + 1 ? 1 - density(a, x) * series(a, x) : density(a, x) * a * fraction(a, x);
}

/** x^a e^-x / gamma(a + 1). */
function density(a: number, x: number): number {
  if (a < STIRLING_FROM) return Math.exp(a * Math.log(x) - x - logGamma(a + 1));
  // a ln x - x - ln gamma(a + 1) consists of three numbers of size a that nearly cancel, so their difference is written
  // out.
  const excess = (x - a) / a;
  return Math.exp(a * (Math.log1p(excess) - excess) - stirlingRest(a)) / Math.sqrt(2 * Math.PI * a);
}

/** 1 + x/(a+1) + x^2/((a+1)(a+2)) + ... */
function series(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > sum * PRECISION; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))), by Lentz's method; with x > a + 1 no denominator is ever 0. */
function fraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.POSITIVE_INFINITY;
  let d = 1 / b;
  let value = d;
  let change = 0;
  for (let n = 1; Math.abs(change - 1) > PRECISION; n += 1) {
    b += 2;
    d = 1 / (b - n * (n - a) * d);
    c = b - (n * (n - a)) / c;
    change = c * d;
    value *= change;
  }
  return value;
}

/** ln gamma for a > 0: Stirling's series, applied to small values by gamma(a) = gamma(a + 1) / a. */
function logGamma(a: number): number {
  let shift = 1;
  let shifted = a;
  for (; shifted < STIRLING_FROM; shifted += 1) shift *= shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2 + stirlingRest(shifted) - Math.log(shift)
  );
}

function stirlingRest(a: number): number {
  const square = a * a;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / a;
}
