import { seededRandom } from '../random.ts';
import { CALLER_KINDS } from './callers.ts';
import { mutate, randomGenes } from './choices.ts';
import { type Cost, CostMeter, damage, type Installation } from './cost.ts';
import { operations } from './operations.ts';
import type { Recipe } from './recipe.ts';

export interface Found {
  recipe: Recipe;
  cost: Cost;
}

/** Kept of each operation: the ways up that still may lead somewhere. */
const KEPT = 4;
const NEW_SHARE = 0.3;

/** Climbs toward the requests that cost the service most for their points. */
export async function searchWorst(
  installation: Installation,
  seconds: number,
  seed: number,
  say: (line: string) => void,
): Promise<{ found: Found[]; tried: number }> {
  const random = seededRandom(seed);
  const meter = new CostMeter(installation);
  const kept = new Map<string, Found[]>(operations.map(({ id }) => [id, []]));
  const until = performance.now() + seconds * 1000;
  let tried = 0;
  while (performance.now() < until) {
    const recipe = nextRecipe(kept, tried, random);
    const list = kept.get(recipe.operation.id) ?? [];
    const before = list[0] === undefined ? 0 : damage(list[0].cost);
    const cost = await measureSurely(meter, recipe, list);
    tried += 1;
    list.push({ recipe, cost });
    list.sort((left, right) => damage(right.cost) - damage(left.cost));
    list.splice(KEPT);
    if (damage(cost) > before * 1.5 && damage(cost) > 10) say(describe({ recipe, cost }));
  }
  meter.close();
  const found = [...kept.values()].flat().sort((left, right) => damage(right.cost) - damage(left.cost));
  return { found, tried };
}

/** What would be kept is measured again, and the lower figure counts: a machine has its hiccups. */
async function measureSurely(meter: CostMeter, recipe: Recipe, kept: readonly Found[]): Promise<Cost> {
  const first = await meter.measure(recipe);
  const least = kept.length < KEPT ? 0 : damage(kept.at(-1)?.cost ?? first);
  if (damage(first) <= least) return first;
  const second = await meter.measure(recipe);
  return damage(second) < damage(first) ? second : first;
}

/** Every operation comes up in turn; half of the rest of the time goes to what is worst so far. */
function nextRecipe(kept: ReadonlyMap<string, readonly Found[]>, tried: number, random: () => number): Recipe {
  const operation = operations[tried % operations.length];
  const worst = [...kept.values()].flatMap(([first]) => first ?? []).sort((a, b) => damage(b.cost) - damage(a.cost));
  const pool = random() < 0.5 ? worst.slice(0, 8) : (kept.get(operation?.id ?? '') ?? []);
  const parent = pool[Math.floor(random() * pool.length)];
  if (parent === undefined || operation === undefined || random() < NEW_SHARE) {
    const chosen = operation ?? operations[0];
    if (chosen === undefined) throw new Error('openapi.json describes no operation');
    return { operation: chosen, caller: anyOf(CALLER_KINDS, random), genes: randomGenes(random) };
  }
  const other = pool[Math.floor(random() * pool.length)] ?? parent;
  const caller = random() < 0.1 ? anyOf(CALLER_KINDS, random) : parent.recipe.caller;
  return { operation: parent.recipe.operation, caller, genes: mutate(parent.recipe.genes, other.recipe.genes, random) };
}

function anyOf<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export function describe({ recipe, cost }: Found): string {
  const { status, ms, cpuMs, heldMs, points, sent, received } = cost;
  return [
    recipe.operation.id.padEnd(24),
    recipe.caller.padEnd(8),
    `${status}`,
    `${damage(cost).toFixed(1)} ms a point`.padStart(18),
    `${points} points, ${ms.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms, loop held ${heldMs.toFixed(0)} ms, ${kib(sent)} in, ${kib(received)} out`,
  ].join('  ');
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
}
