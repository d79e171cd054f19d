import { bytesToHex } from '@noble/hashes/utils.js';
import { formatDateTime } from '../dates.ts';
import { type Evidence, type HeldEvidence, isGenuine, readEvidence } from '../log/evidence.ts';
import type { ChainHead } from '../log/ledger-entry-types.ts';
import type { TiledTree } from '../log/log-tiles.ts';
import { signatureHolds, type TreeHead, toBase64 } from '../log/signed-note.ts';
import { formatWhole } from '../text.ts';
import { type Found, later, right, wrong } from './names-and-verdicts.ts';

export class EvidenceInLog {
  readonly #evidence: readonly Evidence[];
  readonly #roots = new Map<number, string>();
  readonly #leaves = new Set<string>();
  readonly #chain = new Map<number, string>();

  /** @param heads more tree heads to look for while the log is read */
  constructor(evidence: readonly Evidence[], heads: readonly TreeHead[] = []) {
    this.#evidence = evidence;
    for (const { size } of heads) this.#roots.set(size, '');
    for (const held of evidence.map(({ text }) => readEvidence(text))) {
      if (held?.kind === 'tree') this.#roots.set(held.head.size, '');
      if (held?.kind === 'promise') for (const leaf of held.promise.leaves) this.#leaves.add(leaf);
    }
  }

  see(tree: TiledTree, leaf: Uint8Array): void {
    if (this.#roots.has(tree.size)) this.#roots.set(tree.size, bytesToHex(tree.root()));
    if (this.#leaves.size > 0) this.#leaves.delete(toBase64(leaf));
  }

  has({ size, root }: TreeHead): boolean {
    return this.#roots.get(size) === root;
  }

  seeChain({ position, hash }: ChainHead): void {
    this.#chain.set(position, hash);
  }

  /** @param log the key that the log publishes */
  async check(log: string, now: Date): Promise<Found> {
    let due = '';
    for (const { name, text } of this.#evidence) {
      const held = readEvidence(text);
      if (!held) return wrong(`${name} não é um comprovante.`);
      if ((await signatureHolds(isGenuine(text, log))) === false) {
        return wrong(`${name} não foi assinado pela chave que o registro publica.`);
      }
      const missing = this.#missing(held);
      if (!missing) continue;
      if (held.kind !== 'promise' || new Date(held.promise.until) < now) {
        return wrong(`${missing} do comprovante ${name}: o registro foi trocado.`);
      }
      due = held.promise.until;
    }
    if (due) {
      return later(`Uma nota sua entra no registro até ${formatDateTime(due)}: confira de novo.`);
    }
    const { length } = this.#evidence;
    return right(
      length === 1
        ? 'O registro é o mesmo do comprovante guardado.'
        : `O registro é o mesmo dos ${formatWhole(length)} comprovantes guardados.`,
    );
  }

  #missing(held: HeldEvidence): string | null {
    switch (held.kind) {
      case 'promise':
        return held.promise.leaves.some((leaf) => this.#leaves.has(leaf))
          ? 'O registro não tem o lançamento'
          : null;
      case 'tree':
        return this.has(held.head) ? null : `Os primeiros ${held.head.size} lançamentos não são os`;
      case 'chain': {
        const other = held.heads.find(({ position, hash }) => this.#chain.get(position) !== hash);
        return other ? `O lançamento ${other.position} não é o` : null;
      }
      default:
        return held satisfies never;
    }
  }
}

/** How many entries a log must have before it can be compared with the evidence. */
export function newestIn(evidence: readonly Evidence[]): number {
  const sizes = evidence.map(({ text }) => {
    const held = readEvidence(text);
    if (held?.kind === 'promise') return held.promise.from + 1;
    return held?.kind === 'tree' ? held.head.size : 0;
  });
  return Math.max(0, ...sizes);
}
