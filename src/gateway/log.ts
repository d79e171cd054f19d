export const LOG_LEVELS = ['info', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes one line for whoever runs the gateway, `info` unless it says more; never personal data. */
export type Log = (event: string, details?: Record<string, unknown>, level?: LogLevel) => void;

/**
 * One JSON object per line, on the error output: the other one says only that the server is ready.
 * @param least level that is written
 */
export function writeLog(least: LogLevel): Log {
  const written = LOG_LEVELS.slice(LOG_LEVELS.indexOf(least));
  return (event, details, level = 'info') => {
    if (!written.includes(level)) return;
    const line = { at: new Date().toISOString(), level, event, ...details };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
}
