import { bytesToHex } from '@noble/hashes/utils.js';
import { type EntryOf, emptyChain, headAfter, readLedgerEntry } from '../log/ledger-entry-types.ts';
import {
  readBundle,
  readTile,
  type Tile,
  TiledTree,
  tilePath,
  tileWidth,
} from '../log/log-tiles.ts';
import { leafHash } from '../log/merkle.ts';
import {
  isSignedCheckpoint,
  parseNoteKey,
  readCheckpoint,
  signatureHolds,
  type TreeHead,
} from '../log/signed-note.ts';
import { formatWhole } from '../text.ts';
import {
  checking,
  type Found,
  progressEvery,
  right,
  type SlowSteps,
  wrong,
} from './check-result.ts';
import type { EvidenceInLog } from './evidence-in-log.ts';
import { applyNext } from './replay.ts';
import type { ReplayState } from './replay-state.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class LogReading {
  readonly #state: ReplayState;
  readonly #evidence: EvidenceInLog;
  readonly #tree = new TiledTree();
  #opening: EntryOf<'LOG_OPENED'> | null = null;
  #chain = emptyChain;

  constructor(state: ReplayState, evidence: EvidenceInLog) {
    this.#state = state;
    this.#evidence = evidence;
  }

  /** The key that the log publishes; empty before its first entry. */
  get log(): string {
    return this.#opening?.log ?? '';
  }

  /** Reads all entries; reports the first that is not in the tree or contradicts others. */
  async *check(checkpoint: string, read: ReadLogFile): SlowSteps {
    const head = readCheckpoint(checkpoint);
    if (!head || head.size === 0) return wrong('Não há lançamentos.');
    for await (const page of logPages(head.size, read)) {
      for (let offset = 0; offset < page.width; offset += 1) {
        const contradiction = await this.#next(page, offset);
        if (contradiction) return wrong(contradiction);
        if (this.#tree.size % progressEvery === 0)
          yield checking('log', this.#tree.size, head.size);
      }
      if (page.entries.length > page.width) return wrong(this.#strange(this.#tree.size - 1));
    }
    return this.#end(checkpoint, head);
  }

  async #end(checkpoint: string, { size, root }: TreeHead): Promise<Found> {
    if (bytesToHex(this.#tree.root()) !== root) {
      return wrong(`A árvore dos ${formatWhole(size)} lançamentos não é a do resumo assinado.`);
    }
    const unfinished = (this.#opening?.chain?.position ?? 0) > this.#chain.position;
    if (unfinished) return wrong(this.#brokenChain());
    const key = parseNoteKey(this.log);
    const isSigned = key !== null && (await signatureHolds(isSignedCheckpoint(checkpoint, key)));
    if (isSigned === false) {
      return wrong('O resumo da árvore não foi assinado pela chave que o registro publica.');
    }
    const all = `${formatWhole(size)} lançamentos, todos no lugar certo da árvore.`;
    return right(
      isSigned
        ? all
        : `${all} Este navegador não consegue conferir a assinatura; o programa de conferência consegue.`,
    );
  }

  async #next({ entries, hashes }: LogPage, offset: number): Promise<string | null> {
    const position = this.#tree.size;
    const [bytes, hash] = [entries[offset], hashes[offset]];
    const leaf = bytes && leafHash(bytes);
    if (!leaf || !hash?.every((byte, index) => byte === leaf[index]))
      return this.#strange(position);
    this.#tree.add(leaf);
    this.#evidence.note(this.#tree, leaf);
    return this.#read(position, decoder.decode(bytes));
  }

  async #read(position: number, text: string): Promise<string | null> {
    const entry = readLedgerEntry(text);
    if (!entry) return `O lançamento ${position} não é um lançamento.`;
    if (position === 0) {
      if (entry.type !== 'LOG_OPENED') return 'O lançamento 0 não abre o registro.';
      this.#opening = entry;
      return null;
    }
    if (position === 1 && entry.type === 'COMMITMENTS' && (entry.log ?? this.log) !== this.log) {
      return 'O lançamento 0 abre o registro com outra chave que a dos compromissos.';
    }
    const { chain } = this.#opening ?? {};
    if (chain && position <= chain.position) {
      this.#chain = headAfter(this.#chain, text);
      this.#evidence.noteChain(this.#chain);
      const ends = position === chain.position;
      if (ends && this.#chain.hash !== chain.hash) return this.#brokenChain();
    }
    const contradiction = await applyNext(this.#state, entry);
    return contradiction && `O lançamento ${contradiction.position} ${contradiction.says}.`;
  }

  #strange(position: number): string {
    return `O lançamento ${position} não é o que a árvore guarda.`;
  }

  #brokenChain(): string {
    return `O lançamento ${this.#opening?.chain?.position} não fecha a corrente que o registro continua.`;
  }
}

/** A file of the log by its path, such as `tile/entries/000`. */
export type ReadLogFile = (path: string) => Promise<Uint8Array>;

/** Consecutive entries, and the hashes that the tree has for them. */
interface LogPage {
  width: number;
  entries: Uint8Array[];
  hashes: Uint8Array[];
}

/** Pages requested ahead, to hide the network's latency; more would take more memory. */
const ahead = 2;

async function* logPages(size: number, read: ReadLogFile): AsyncGenerator<LogPage, void> {
  const count = Math.ceil(size / tileWidth);
  const requestedPages: Promise<LogPage>[] = [];
  for (let index = 0, next = 0; index < count; index += 1) {
    for (; next < count && requestedPages.length < ahead; next += 1)
      requestedPages.push(ask(next, size, read));
    const page = await requestedPages.shift();
    if (page) yield page;
  }
}

function ask(index: number, size: number, read: ReadLogFile): Promise<LogPage> {
  const page = readPage(index, size, read);
  // Awaited later, when its turn comes.
  page.catch(() => {});
  return page;
}

async function readPage(index: number, size: number, read: ReadLogFile): Promise<LogPage> {
  const width = Math.min(tileWidth, size - index * tileWidth);
  const file = (level: Tile['level']) => read(tilePath({ level, index, width }));
  const [entries, hashes] = await Promise.all([file('entries'), file(0)]);
  return { width, entries: readBundle(entries), hashes: readTile(hashes) };
}
