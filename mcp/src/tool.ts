import { type ContentBlock, fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Quaestor, RequestOptions } from '../../client/src/index.ts';

/** What a tool or a resource works with. */
export interface Call {
  quaestor: Quaestor;
  /** For every request of the call: its end, and the name of the program that asks. */
  options: RequestOptions & { signal: AbortSignal };
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Whether it leaves the bank as it is. */
  readOnly: boolean;
  schema: StandardSchemaWithJSON<unknown, unknown>;
  run: (input: unknown, call: Call) => Promise<ContentBlock[]>;
}

interface Definition<Input> {
  name: string;
  title: string;
  description: string;
  readOnly: boolean;
  /** JSON Schema of each argument. */
  properties: { [Name in keyof Required<Input>]: object };
  required?: readonly (keyof Input & string)[];
  run: (input: Input, call: Call) => Promise<ContentBlock[]>;
}

export function tool<Input extends object>(definition: Definition<Input>): Tool {
  const { name, title, description, readOnly, properties, required = [], run } = definition;
  const schema = fromJsonSchema({ type: 'object', properties, required: [...required], additionalProperties: false });
  return { name, title, description, readOnly, schema, run: (input, call) => run(input as Input, call) };
}
