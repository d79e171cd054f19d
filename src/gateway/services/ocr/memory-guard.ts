/** Bytes that a reading may hold; the largest picture that is read takes some 600 million. */
const mostBytes = 1_000_000_000;

const everyMilliseconds = 50;

// A thread of its own: a reading keeps the process's first one busy for seconds.
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGKILL');
}, everyMilliseconds);
