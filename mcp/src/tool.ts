import type { ContentBlock, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Quaestor, RequestOptions } from '../../client/src/index.ts';
import { argumentsSchema } from './arguments.ts';

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
  const schema = argumentsSchema(properties, required);
  return { name, title, description, readOnly, schema, run: (input, call) => run(input as Input, call) };
}
