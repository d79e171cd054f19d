import { vi } from 'vitest';

// Before each file that shares a worker with others, but neither their globals, time nor modules.
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();
