import { readFileSync } from 'node:fs';

/** What a run of the tests leaves behind, as far as the gate reads it. */
export interface Report {
  testResults: FileResult[];
}

export interface FileResult {
  name: string;
  status: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

export function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}
