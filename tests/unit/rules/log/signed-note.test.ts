import { expect, test } from 'vitest';
import { formatNoteKey, openNote, parseNoteKey } from '../../../../src/rules/log/signed-note.ts';

/** The example of Go's package of notes, whose form the standard describes. */
const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const text = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;
const note = `${text}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

function key(name = published) {
  const parsed = parseNoteKey(name);
  if (!parsed) throw new Error(`${name} is no key`);
  return parsed;
}

test('the standard’s example is read and its signature is right', async () => {
  expect(key().name).toBe('PeterNeumann');
  expect(formatNoteKey(key())).toBe(published);
  expect(await openNote(note, key())).toBe(text);
});

test('a changed text, name or signature is no note of that key', async () => {
  expect(await openNote(note.replace('answer', 'Answer'), key())).toBeNull();
  expect(await openNote(note.replace('— PeterNeumann', '— Another'), key())).toBeNull();
  expect(await openNote(note.replace('x08go/ZJ', 'x08go/ZK'), key())).toBeNull();
  expect(await openNote(note.replace('x08go', 'y08go'), key())).toBeNull();
  expect(await openNote(text, key())).toBeNull();
});

test('a key whose id is another’s is no key', () => {
  expect(parseNoteKey(published.replace('c74f20a3', 'c74f20a4'))).toBeNull();
  expect(parseNoteKey(published.replace('+ARpc', '+ARpd'))).toBeNull();
  expect(parseNoteKey('PeterNeumann')).toBeNull();
});
