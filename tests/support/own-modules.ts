import { vi } from 'vitest';

// Before each file that shares a worker with others, but neither their globals nor their modules.
vi.unstubAllGlobals();
vi.resetModules();
