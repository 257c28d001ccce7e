import { type ContentBlock, fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Quaestor, RequestOptions } from '../../client/src/index.ts';

/** The context of a tool or a resource. */
export interface Call {
  quaestor: Quaestor;
  /** The options of every request of the call: the signal, and the name of the program. */
  options: RequestOptions & { signal: AbortSignal };
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** True if the tool does not change the bank. */
  readOnly: boolean;
  schema: StandardSchemaWithJSON<unknown, unknown>;
  run: (input: unknown, call: Call) => Promise<ContentBlock[]>;
}

interface Definition<Input> {
  name: string;
  title: string;
  description: string;
  readOnly: boolean;
  /** The JSON Schema of each argument. */
  properties: { [Name in keyof Required<Input>]: object };
  required?: readonly (keyof Input & string)[];
  run: (input: Input, call: Call) => Promise<ContentBlock[]>;
}

export function tool<Input extends object>(definition: Definition<Input>): Tool {
  const { name, title, description, readOnly, properties, required = [], run } = definition;
  const schema = fromJsonSchema({ type: 'object', properties, required: [...required], additionalProperties: false });
  return { name, title, description, readOnly, schema, run: (input, call) => run(input as Input, call) };
}
