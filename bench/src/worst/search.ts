import { seededRandom } from '../random.ts';
import { CALLER_KINDS } from './callers.ts';
import { mutate, randomGenes } from './choices.ts';
import { type Cost, CostMeter, damage, type Installation } from './cost.ts';
import { type Operation, operations } from './operations.ts';
import type { Recipe } from './recipe.ts';

export interface Found {
  recipe: Recipe;
  cost: Cost;
}

/** The number of candidates kept per operation, separately for requests with and without points. */
const KEPT = 4;
const NEW_SHARE = 0.3;
const FREE_SHARE = 0.2;

/** Searches by hill climbing for the requests with the highest cost per point, and for costly requests without points. */
export async function searchWorst(
  installation: Installation,
  seconds: number,
  seed: number,
  say: (line: string) => void,
): Promise<{ found: Found[]; tried: number }> {
  const random = seededRandom(seed);
  const meter = new CostMeter(installation);
  const [paid, free] = [new Peaks(), new Peaks()];
  const until = performance.now() + seconds * 1000;
  let tried = 0;
  while (performance.now() < until) {
    const recipe = nextRecipe(random() < FREE_SHARE ? free : paid, tried, random);
    const first = await meter.measure(recipe);
    tried += 1;
    const peaks = first.points > 0 ? paid : free;
    if (!peaks.wouldKeep(recipe, first)) continue;
    // The lower of two measurements counts, because other load on the machine can inflate one of them.
    const second = await meter.measure(recipe);
    const cost = damage(second) < damage(first) ? second : first;
    if (peaks.keep({ recipe, cost }) && damage(cost) > 10) say(describe({ recipe, cost }));
  }
  meter.close();
  return { found: [...paid.all(), ...free.all()].sort(byDamage), tried };
}

function byDamage(left: Found, right: Found): number {
  return damage(right.cost) - damage(left.cost);
}

/** Keeps the worst requests of each operation. */
class Peaks {
  readonly #byOperation = new Map<string, Found[]>();

  of({ id }: Operation): readonly Found[] {
    return this.#byOperation.get(id) ?? [];
  }

  all(): Found[] {
    return [...this.#byOperation.values()].flat();
  }

  worst(): Found[] {
    return [...this.#byOperation.values()].flatMap(([first]) => first ?? []).sort(byDamage);
  }

  wouldKeep({ operation }: Recipe, cost: Cost): boolean {
    const least = this.of(operation)[KEPT - 1];
    return least === undefined || damage(cost) > damage(least.cost);
  }

  /** True if the request is by far the worst of its operation. */
  keep(found: Found): boolean {
    const list = [...this.of(found.recipe.operation)];
    const before = list[0] === undefined ? 0 : damage(list[0].cost);
    this.#byOperation.set(found.recipe.operation.id, [...list, found].sort(byDamage).slice(0, KEPT));
    return damage(found.cost) > before * 1.5;
  }
}

/** Takes every operation in turn. Half of the remaining attempts vary the worst requests so far. */
function nextRecipe(peaks: Peaks, tried: number, random: () => number): Recipe {
  const operation = operations[tried % operations.length];
  if (operation === undefined) throw new Error('openapi.json describes no operation');
  const pool = random() < 0.5 ? peaks.worst().slice(0, 8) : peaks.of(operation);
  const parent = pool[Math.floor(random() * pool.length)];
  if (parent === undefined || random() < NEW_SHARE) {
    return { operation, caller: anyOf(CALLER_KINDS, random), genes: randomGenes(random) };
  }
  const other = pool[Math.floor(random() * pool.length)] ?? parent;
  const caller = random() < 0.1 ? anyOf(CALLER_KINDS, random) : parent.recipe.caller;
  return { operation: parent.recipe.operation, caller, genes: mutate(parent.recipe.genes, other.recipe.genes, random) };
}

function anyOf<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export function describe({ recipe, cost }: Found): string {
  const { status, ms, cpuMs, blockedMs, points, sent, received } = cost;
  return [
    recipe.operation.id.padEnd(24),
    recipe.caller.padEnd(8),
    `${status}`,
    `${damage(cost).toFixed(1)} ms per point`.padStart(20),
    `${points} points, ${ms.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms, loop blocked ${blockedMs.toFixed(0)} ms, ${kib(sent)} in, ${kib(received)} out`,
  ].join('  ');
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
}
