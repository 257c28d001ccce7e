import { type TSchema, Type } from 'typebox';

/** Optional for the caller, always there for the handler: validation fills the default in. */
export function defaulted<Schema extends TSchema>(schema: Schema): Schema {
  return Type.Optional(schema);
}
