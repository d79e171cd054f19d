import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInTree, merkleTree } from '../../../../src/rules/log/merkle.ts';

/** The recursive definition of RFC 9162, 2.1.1, word for word. */
function definedRoot(leaves: readonly string[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) {
    return createHash('sha256').update('\0').update(only).digest();
  }
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return createHash('sha256')
    .update('\x01')
    .update(definedRoot(leaves.slice(0, split)))
    .update(definedRoot(leaves.slice(split)))
    .digest();
}

const anyLeaves = fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 70 });

test('the root is that of the recursive definition', () => {
  fc.assert(
    fc.property(anyLeaves, (leaves) => {
      expect(merkleTree(leaves).root).toBe(definedRoot(leaves).toString('hex'));
    }),
  );
});

test('a leaf is proved at its place, and nowhere else', () => {
  fc.assert(
    fc.property(anyLeaves, fc.nat(), fc.nat(), (leaves, one, other) => {
      const size = leaves.length;
      const { root, proofOf } = merkleTree(leaves.map((leaf, index) => `${index}:${leaf}`));
      const index = one % size;
      const claim = { index, size, proof: proofOf(index), root };
      const leaf = `${index}:${leaves[index]}`;
      expect(isInTree(leaf, claim)).toBe(true);
      expect(isInTree(`${leaf}.`, claim)).toBe(false);
      if (other % size !== index)
        expect(isInTree(leaf, { ...claim, index: other % size })).toBe(false);
    }),
  );
});

test('a proof that is changed, cut or made longer proves nothing', () => {
  fc.assert(
    fc.property(anyLeaves, fc.nat(), fc.nat(), (leaves, one, place) => {
      const size = leaves.length;
      const { root, proofOf } = merkleTree(leaves);
      const index = one % size;
      const proof = proofOf(index);
      const claim = { index, size, root };
      const leaf = leaves[index] ?? '';
      expect(isInTree(leaf, { ...claim, proof: [...proof, '0'.repeat(64)] })).toBe(false);
      if (proof.length === 0) return;
      const at = place % proof.length;
      const other = proof[at]?.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) ?? '';
      expect(isInTree(leaf, { ...claim, proof: proof.with(at, other) })).toBe(false);
      expect(isInTree(leaf, { ...claim, proof: proof.slice(1) })).toBe(false);
      expect(isInTree(leaf, { ...claim, proof: proof.with(at, 'no hash') })).toBe(false);
    }),
  );
});

test('an empty list has a root, and nothing is in it', () => {
  const { root, proofOf } = merkleTree([]);
  expect(root).toBe(createHash('sha256').digest('hex'));
  expect(() => proofOf(0)).toThrow(RangeError);
  expect(isInTree('a', { index: 0, size: 0, proof: [], root })).toBe(false);
});

test('a tree proves only its own leaves', () => {
  expect(() => merkleTree(['a']).proofOf(1)).toThrow(RangeError);
  const { root } = merkleTree(['a']);
  expect(isInTree('a', { index: 1, size: 1, proof: [], root })).toBe(false);
});
