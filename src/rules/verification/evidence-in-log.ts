import { bytesToHex } from '@noble/hashes/utils.js';
import { formatDateTime } from '../dates.ts';
import { type Evidence, type HeldEvidence, isGenuine, readEvidence } from '../log/evidence.ts';
import type { ChainHead } from '../log/ledger-entry-types.ts';
import type { TiledTree } from '../log/log-tiles.ts';
import { signatureHolds, type TreeHead, toBase64 } from '../log/signed-note.ts';
import { formatWhole } from '../text.ts';
import { type Found, later, right, wrong } from './check-result.ts';

export class EvidenceInLog {
  readonly #evidence: readonly Evidence[];
  readonly #roots = new Map<number, string>();
  readonly #leaves = new Set<string>();
  readonly #chain = new Map<number, string>();

  /** @param heads more tree heads to look for while the log is read */
  constructor(evidence: readonly Evidence[], heads: readonly TreeHead[] = []) {
    this.#evidence = evidence;
    for (const { size } of heads) this.#roots.set(size, '');
    for (const parsedEvidence of evidence.map(({ text }) => readEvidence(text))) {
      if (parsedEvidence?.kind === 'tree') this.#roots.set(parsedEvidence.head.size, '');
      if (parsedEvidence?.kind === 'promise')
        for (const leaf of parsedEvidence.promise.leaves) this.#leaves.add(leaf);
    }
  }

  note(tree: TiledTree, leaf: Uint8Array): void {
    if (this.#roots.has(tree.size)) this.#roots.set(tree.size, bytesToHex(tree.root()));
    if (this.#leaves.size > 0) this.#leaves.delete(toBase64(leaf));
  }

  has({ size, root }: TreeHead): boolean {
    return this.#roots.get(size) === root;
  }

  noteChain({ position, hash }: ChainHead): void {
    this.#chain.set(position, hash);
  }

  /** @param log the key that the log publishes */
  async check(log: string, now: Date): Promise<Found> {
    let dueText = '';
    for (const { name, text } of this.#evidence) {
      const parsedEvidence = readEvidence(text);
      if (!parsedEvidence) return wrong(`${name} não é um comprovante.`);
      if ((await signatureHolds(isGenuine(text, log))) === false) {
        return wrong(`${name} não foi assinado pela chave que o registro publica.`);
      }
      const missing = this.#missing(parsedEvidence);
      if (!missing) continue;
      if (parsedEvidence.kind !== 'promise' || new Date(parsedEvidence.promise.until) < now) {
        return wrong(`${missing} do comprovante ${name}: o registro foi trocado.`);
      }
      dueText = parsedEvidence.promise.until;
    }
    if (dueText) {
      return later(
        `Uma nota sua entra no registro até ${formatDateTime(dueText)}: confira de novo.`,
      );
    }
    const { length } = this.#evidence;
    return right(
      length === 1
        ? 'O registro é o mesmo do comprovante guardado.'
        : `O registro é o mesmo dos ${formatWhole(length)} comprovantes guardados.`,
    );
  }

  #missing(parsedEvidence: HeldEvidence): string | null {
    switch (parsedEvidence.kind) {
      case 'promise':
        return parsedEvidence.promise.leaves.some((leaf) => this.#leaves.has(leaf))
          ? 'O registro não tem o lançamento'
          : null;
      case 'tree':
        return this.has(parsedEvidence.head)
          ? null
          : `Os primeiros ${parsedEvidence.head.size} lançamentos não são os`;
      case 'chain': {
        const other = parsedEvidence.heads.find(
          ({ position, hash }) => this.#chain.get(position) !== hash,
        );
        return other ? `O lançamento ${other.position} não é o` : null;
      }
      default:
        return parsedEvidence satisfies never;
    }
  }
}

/** How many entries a log must have before it can be compared with the evidence. */
export function newestIn(evidence: readonly Evidence[]): number {
  const sizes = evidence.map(({ text }) => {
    const parsedEvidence = readEvidence(text);
    if (parsedEvidence?.kind === 'promise') return parsedEvidence.promise.from + 1;
    return parsedEvidence?.kind === 'tree' ? parsedEvidence.head.size : 0;
  });
  return Math.max(0, ...sizes);
}
