/** The part of JSON Schema that limits the size of a value. */
export interface SizedSchema {
  $id?: string;
  $ref?: string;
  maxLength?: number;
  maxItems?: number;
  items?: SizedSchema;
  properties?: Readonly<Record<string, SizedSchema>>;
  additionalProperties?: unknown;
  allOf?: readonly SizedSchema[];
  anyOf?: readonly SizedSchema[];
  oneOf?: readonly SizedSchema[];
  then?: SizedSchema;
}

/** The maximum that a schema allows in any branch: lengths and counts are checked before anything else. */
export interface Shape {
  maxLength?: number | undefined;
  maxItems?: number | undefined;
  items?: Shape | undefined;
  properties?: ReadonlyMap<string, Shape> | undefined;
  /** Whether fields other than `properties` are rejected. */
  closed: boolean;
}

export type NamedSchemas = ReadonlyMap<string, SizedSchema>;

export function shapeOf(schema: SizedSchema, named: NamedSchemas): Shape {
  const { $ref, maxLength, maxItems, items, properties, additionalProperties } = schema;
  const own: Shape = {
    maxLength,
    maxItems,
    items: items && shapeOf(items, named),
    properties:
      properties && new Map(Object.entries(properties).map(([name, inner]) => [name, shapeOf(inner, named)] as const)),
    closed: additionalProperties === false,
  };
  const { allOf = [], anyOf = [], oneOf = [], then } = schema;
  const referred = $ref === undefined ? undefined : named.get($ref.replace('#', ''));
  return [...allOf, ...anyOf, ...oneOf, then, referred]
    .filter((part) => part !== undefined)
    .reduce((shape, part) => mergeShapes(shape, shapeOf(part, named)), own);
}

/** The larger of two shapes: the schema check decides which branch applies. */
function mergeShapes(left: Shape, right: Shape): Shape {
  return {
    maxLength: larger(left.maxLength, right.maxLength),
    maxItems: larger(left.maxItems, right.maxItems),
    items: left.items && right.items ? mergeShapes(left.items, right.items) : (left.items ?? right.items),
    properties: mergeProperties(left.properties, right.properties),
    closed: left.closed || right.closed,
  };
}

function larger(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.max(left, right);
}

function mergeProperties(left: Shape['properties'], right: Shape['properties']): Shape['properties'] {
  if (left === undefined || right === undefined) return left ?? right;
  const merged = new Map(left);
  for (const [name, shape] of right) {
    const other = merged.get(name);
    merged.set(name, other === undefined ? shape : mergeShapes(other, shape));
  }
  return merged;
}
