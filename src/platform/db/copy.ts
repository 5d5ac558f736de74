/**
 * COPY as streams: rows out of the database and into it, in the text format. node-postgres passes the
 * messages of COPY to the query that is running; these two are such queries.
 */
import { Readable, Writable } from 'node:stream';
import type pg from 'pg';

/** The connection that node-postgres passes to a query that it submits; its types leave these methods out. */
interface CopyConnection {
  readonly stream: NodeJS.ReadStream & NodeJS.WriteStream & { readonly writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const blockBytes = 65_536;

/**
 * Streams the output of `copy … to stdout`. Run it with `client.query`. It ends when the connection is ready
 * for the next query.
 */
export class CopyOut extends Readable {
  rows = 0;
  readonly #text: string;
  #connection: CopyConnection | undefined;
  #block = Buffer.allocUnsafeSlow(blockBytes);
  #used = 0;

  constructor(text: string) {
    super({ highWaterMark: 4 * blockBytes });
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    // It is the connection of node-postgres, whose types leave out what `CopyConnection` adds.
    this.#connection = connection as unknown as CopyConnection;
    this.#connection.query(this.#text);
  }

  /** The chunk is one row. Its memory belongs to the parser, which reuses it. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#used + chunk.length > blockBytes) this.#flush();
    if (chunk.length > blockBytes) this.#deliver(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#block, this.#used);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rows = readRowCount(text);
  }

  handleReadyForQuery(): void {
    this.#flush();
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  #flush(): void {
    if (this.#used === 0) return;
    this.#deliver(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafeSlow(blockBytes);
    this.#used = 0;
  }

  #deliver(bytes: Buffer): void {
    if (!this.push(bytes)) this.#connection?.stream.pause();
  }
}

/**
 * The target of `copy … from stdin`. Run it with `client.query`, then write. It
 * finishes when the rows are inserted.
 */
export class CopyIn extends Writable {
  rows = 0;
  readonly #text: string;
  #connection: CopyConnection | undefined;
  #onReady: ((error?: Error) => void) | undefined;
  #onDone: ((error?: Error) => void) | undefined;

  constructor(text: string) {
    super({ highWaterMark: 4 * blockBytes });
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    // It is the connection of node-postgres, whose types leave out what `CopyConnection` adds.
    this.#connection = connection as unknown as CopyConnection;
    this.#connection.query(this.#text);
  }

  /** Waits until the server asks for data. Nothing is written before. */
  override _construct(onReady: (error?: Error) => void): void {
    this.#onReady = onReady;
  }

  handleCopyInResponse(): void {
    this.#onReady?.();
    this.#onReady = undefined;
  }

  override _write(chunk: Buffer, _encoding: string, onWritten: () => void): void {
    const { stream } = this.#connection as CopyConnection;
    this.#connection?.sendCopyFromChunk(chunk);
    if (stream.writableNeedDrain) stream.once('drain', onWritten);
    else onWritten();
  }

  override _final(onDone: (error?: Error) => void): void {
    this.#onDone = onDone;
    this.#connection?.endCopyFrom();
  }

  /** If the source failed, the server undoes the copy. */
  override _destroy(error: Error | null, onDestroyed: (error: Error | null) => void): void {
    if (error && !this.#onDone) this.#connection?.sendCopyFail('The source failed.');
    onDestroyed(error);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rows = readRowCount(text);
  }

  handleReadyForQuery(): void {
    this.#onDone?.();
  }

  /** The server has already ended the copy, and needs no `sendCopyFail`. */
  handleError(error: Error): void {
    this.#connection = undefined;
    const onEnd = this.#onReady ?? this.#onDone;
    if (onEnd) onEnd(error);
    else this.destroy(error);
  }
}

/** Returns the number of rows in a command tag such as `COPY 42`. */
function readRowCount(tag: string): number {
  return Number(/(?<!\d)\d+$/.exec(tag)?.[0] ?? 0);
}
