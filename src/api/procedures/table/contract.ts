/**
 * The types of the inputs and outputs of each procedure, by its name, as they go over the wire. They are
 * derived from the schemas in the table: the Console imports them, and a call that the server would refuse
 * does not compile.
 */
import type { z } from 'zod';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import type { ProcedureTable } from './procedures.ts';

type Entry = ProcedureTable[number];
export type ProcedureName = Entry['name'];

type EntryOf<Name extends ProcedureName> = Extract<Entry, { readonly name: Name }>;

/** What a caller may send. */
export type InputOf<Name extends ProcedureName> = ReadOnly<z.input<EntryOf<Name>['input']>>;

type OutputOf<Name extends ProcedureName> = z.output<EntryOf<Name>['output']>;

/** What the procedure answers with. */
export type AnswerOf<Name extends ProcedureName> = ReadOnly<Wire<OutputOf<Name>>>;

/** A list is sent in an object (console/to-json.ts). */
type Wire<Output> = Output extends readonly (infer Line)[] ? { object: 'list'; data: Line[] } : Output;

/** An item of the list that a procedure returns. */
export type LineOf<Name extends ListName> =
  OutputOf<Name> extends readonly (infer Line)[] ? ReadOnly<Line> : never;

/** Procedures whose answer is a list. */
export type ListName = {
  [Name in ProcedureName]: OutputOf<Name> extends readonly unknown[] ? Name : never;
}[ProcedureName];
