import { open } from 'node:fs/promises';
import {
  checkParticipantLine,
  largestParticipantsFile,
  type ParticipantColumn,
  type ParticipantProblem,
  participantCells,
  participantHeading,
} from '../../rules/participants-export.ts';

interface ParticipantsFileProblem {
  line: number;
  column: ParticipantColumn | null;
  problem: ParticipantProblem;
}

const step = 100_000;

export async function checkParticipantsFile(
  path: string,
  progress: (sentence: string) => void,
): Promise<{ lines: number; problems: ParticipantsFileProblem[] }> {
  const file = await open(path);
  const problems: ParticipantsFileProblem[] = [];
  const isRepeated = repetitions();
  let line = 0;
  try {
    const { size } = await file.stat();
    if (size > largestParticipantsFile) problems.push({ line: 1, column: null, problem: 'SIZE' });
    if (size === 0) problems.push({ line: 1, column: null, problem: 'HEADING' });
    for await (const text of file.readLines({ encoding: 'utf8', autoClose: false })) {
      line += 1;
      const found = line === 1 ? checkHeading(text) : checkParticipantLine(text);
      problems.push(...found.map((problem) => ({ line, ...problem })));
      if (line > 1 && isRepeated(text)) {
        problems.push({ line, column: 'elemento_sorteavel', problem: 'REPEATED' });
      }
      if (line % step === 0) progress(`${line} lines`);
    }
  } finally {
    await file.close();
  }
  return { lines: line, problems };
}

function checkHeading(text: string): Omit<ParticipantsFileProblem, 'line'>[] {
  return text === participantHeading ? [] : [{ column: null, problem: 'HEADING' }];
}

function repetitions(): (line: string) => boolean {
  const numbers = new Set<number>();
  return (line) => {
    const [series = Number.NaN, number = Number.NaN] = (participantCells(line) ?? [])
      .slice(3, 5)
      .map(Number);
    const place = series * 100_000 + number;
    if (Number.isNaN(place)) return false;
    const isKnown = numbers.has(place);
    numbers.add(place);
    return isKnown;
  };
}
