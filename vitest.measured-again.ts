/**
 * A measured time above its limit is measured again, twice at most: a machine that does something else for a moment is slow
 * once, a fault is slow every time. Measured are fractions: no count, status or text that is wrong is tried again.
 */
export const MEASURED_AGAIN = { count: 2, delay: 1000, condition: /expected \d+\.\d+ to be less than/u };
