/** Memory at which a reading is ended; the largest picture that is read takes 600 million bytes. */
const maxBytes = 1_000_000_000;

const everyMs = 50;

// This runs in a thread of its own, because a reading keeps the main one busy for seconds.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
}, everyMs);
