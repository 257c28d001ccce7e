import { type TSchema, Type } from 'typebox';

/** Optional for the caller, always present for the handler: validation fills in the default. */
export function defaulted<Schema extends TSchema>(schema: Schema): Schema {
  return Type.Optional(schema);
}
