import pg from 'pg';

/**
 * Preloaded (`node --import`) into a process that is to die at one point of a transaction on
 * PostgreSQL. CRASH_AT says where: `before`, `while` (sent, not answered) or `after`, and words of
 * the statement, such as `after insert into receipts`. CRASH_IN is words of that or of an earlier
 * statement of the same transaction, since all of them have a `commit`.
 */
const [, moment, words = ''] = /^(before|while|after) (.+)$/.exec(process.env.CRASH_AT ?? '') ?? [];
const statement = new RegExp(`\\b${words}\\b`);
const within = new RegExp(`\\b${process.env.CRASH_IN ?? ''}\\b`);

const { prototype } = pg.Client;
const send = prototype.query as (this: pg.Client, ...parameters: unknown[]) => unknown;
const transactions = new WeakMap<pg.Client, string[]>();

prototype.query = function query(this: pg.Client, ...parameters: unknown[]) {
  const [query] = parameters;
  const text = typeof query === 'string' ? query : String(Object(query).text);
  const earlier = text === 'begin' ? [] : (transactions.get(this) ?? []);
  const isHere = statement.test(text) && [...earlier, text].some((each) => within.test(each));
  transactions.set(this, [...earlier, text]);
  if (isHere && moment === 'before') die();
  const answer = send.apply(this, parameters);
  if (isHere && moment === 'while') die();
  return isHere ? Promise.resolve(answer).then(die) : answer;
} as typeof prototype.query;

/** The kernel ends the process; until it does, nothing more may happen. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}
