import { createElement } from 'react';

/** A default import of `react` would put all of preact/compat into the script of every island. */
export {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

export default { createElement };
