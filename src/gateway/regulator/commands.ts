import { open, writeFile } from 'node:fs/promises';
import {
  checkParticipantLine,
  maxParticipantsFileBytes,
  type ParticipantColumn,
  type ParticipantViolation,
  participantCells,
  participantHeading,
} from '../../rules/draws/participants-export.ts';
import { readLedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import {
  type Command,
  type CommandCall,
  campaignIdFor,
  fileArgument,
  maxShown,
  type Row,
  snapshotFor,
} from '../cli/command.ts';
import { exportParticipants } from '../draws/commands.ts';
import { noDrawYetMessage } from '../draws/winners.ts';
import { proveEntry } from '../ledger/log-files.ts';
import { findMilestones } from '../ledger/queries.ts';
import { writePrivateFile } from '../private-files.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { minutesDocument, readMinutes } from './draw-minutes.ts';

export const regulatorCommands: Command[] = [
  {
    usage: 'commitments show',
    does: 'shows what was committed to before the start, which /transparencia publishes',
    run: async (call) => commitmentRows((await commitmentsEntry(call)).entry),
  },
  {
    usage: 'commitments publish <file>',
    does: 'writes the ledger’s entry that holds them, with its proof (tlog-proof), to deposit it elsewhere',
    run: async (call) => {
      const path = fileArgument(call);
      const { database, storage } = call;
      const log = { database, storage, campaignId: await campaignIdFor(database, call.options) };
      const { proof, root } = await proveEntry(log, await commitmentsEntry(call));
      if (!call.options['dry-run']) await writeFile(path, proof);
      return [{ file: path, root }];
    },
  },
  {
    usage: 'minutes <file>',
    does: 'writes a draft of the draws’ minutes, as HTML; it holds the winners’ personal data',
    run: writeMinutes,
  },
  {
    usage: 'scpc export <file> [--engine <id>]',
    does: 'writes the list of participants of a draw in the format of SCPC: the frozen list or, until then, all valid numbers',
    run: async (call) => {
      await call.recordAudit();
      return exportParticipants(call);
    },
  },
  {
    usage: 'scpc check <file>',
    does: 'checks such a list by every rule, naming line and column',
    run: checkList,
  },
];

async function commitmentsEntry(call: CommandCall) {
  const [first] = await findMilestones(
    call.database,
    await campaignIdFor(call.database, call.options),
  );
  if (!first) throw new Error('The ledger is empty');
  return first;
}

function commitmentRows(text: string): Row[] {
  const entry = readLedgerEntry(text);
  if (entry?.type !== 'COMMITMENTS') throw new Error('The ledger does not start with commitments');
  const { draws, schedules } = entry;
  const at = new Date(entry.at);
  return [
    ...draws.map(({ engine, commitment }) => ({ engine, of: 'key', sha256: commitment, at })),
    ...schedules.flatMap(({ engine, commitment, root }) => [
      { engine, of: 'seed', sha256: commitment, at },
      { engine, of: 'schedule', sha256: root, at },
    ]),
  ];
}

async function writeMinutes(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const { database, options } = call;
  const path = fileArgument(call);
  const minutes = await readMinutes(database, await snapshotFor(database, options));
  const { draws } = minutes;
  if (draws.length === 0) return notAllowedNow(noDrawYetMessage);
  await call.recordAudit();
  if (!options['dry-run']) await writePrivateFile(path, await minutesDocument(minutes));
  const winners = draws.reduce((sum, draw) => sum + draw.winners.length, 0);
  return [{ file: path, draws: draws.length, winners }];
}

async function checkList(call: CommandCall): Promise<readonly Row[] | Refusal> {
  const path = fileArgument(call);
  const { lines, violations } = await readParticipantsFile(path, call.progress);
  if (violations.length === 0) return [{ file: path, numbers: lines - 1, problems: 0 }];
  const fields = violations.slice(0, maxShown).map(({ line, column, violation }) => ({
    field: [`linha ${line}`, column].filter(Boolean).join(', '),
    message: participantViolations[violation],
  }));
  const message = `A lista tem ${violations.length} problema(s).`;
  return refuse('INVALID_REQUEST', { message, fields });
}

const participantViolations: Readonly<Record<ParticipantViolation, string>> = {
  HEADING: 'O cabeçalho não é o da lista de participantes',
  COLUMNS: 'São nove colunas, separadas por vírgula',
  ENCODING: 'O texto deve estar em UTF-8',
  CPF: 'O CPF deve ser válido, com onze algarismos',
  CNPJ: 'O CNPJ deve ser válido, com catorze caracteres sem pontuação',
  ONE_DOCUMENT: 'É preciso um CPF ou um CNPJ, e não os dois',
  NAME: 'O nome deve ter de 6 a 100 caracteres',
  SERIES: 'A série deve ter de 1 a 8 algarismos',
  NUMBER: 'O elemento sorteável deve ter de 1 a 5 algarismos',
  TIME: 'A data e a hora devem ter a forma DD/MM/AAAA HH:MM:SS',
  EMAIL: 'O email deve ser válido, com 6 a 70 caracteres',
  PHONE: 'O telefone deve ter de 10 a 20 algarismos',
  FOREIGN: 'O campo fica vazio, ou diz sim',
  REPEATED: 'O número da sorte já está em outra linha',
  SIZE: 'O arquivo deve ter no máximo 250 MB',
};

interface ParticipantsFileViolation {
  line: number;
  column: ParticipantColumn | null;
  violation: ParticipantViolation;
}

const progressEvery = 100_000;

async function readParticipantsFile(
  path: string,
  progress: (sentence: string) => void,
): Promise<{ lines: number; violations: ParticipantsFileViolation[] }> {
  const file = await open(path);
  const violations: ParticipantsFileViolation[] = [];
  const isRepeated = repetitions();
  let line = 0;
  try {
    const { size } = await file.stat();
    if (size > maxParticipantsFileBytes)
      violations.push({ line: 1, column: null, violation: 'SIZE' });
    if (size === 0) violations.push({ line: 1, column: null, violation: 'HEADING' });
    for await (const text of file.readLines({ encoding: 'utf8', autoClose: false })) {
      line += 1;
      const lineViolations = line === 1 ? checkHeading(text) : checkParticipantLine(text);
      violations.push(...lineViolations.map((violation) => ({ line, ...violation })));
      if (line > 1 && isRepeated(text)) {
        violations.push({ line, column: 'elemento_sorteavel', violation: 'REPEATED' });
      }
      if (line % progressEvery === 0) progress(`${line} lines`);
    }
  } finally {
    await file.close();
  }
  return { lines: line, violations };
}

function checkHeading(text: string): Omit<ParticipantsFileViolation, 'line'>[] {
  return text === participantHeading ? [] : [{ column: null, violation: 'HEADING' }];
}

function repetitions(): (line: string) => boolean {
  const numbers = new Set<number>();
  return (line) => {
    const [series = Number.NaN, number = Number.NaN] = (participantCells(line) ?? [])
      .slice(3, 5)
      .map(Number);
    const key = series * 100_000 + number;
    if (Number.isNaN(key)) return false;
    const isKnown = numbers.has(key);
    numbers.add(key);
    return isKnown;
  };
}
