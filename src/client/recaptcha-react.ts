import { createElement } from 'react';

/**
 * React as react-google-recaptcha-v3 uses it. Its default import of `react` would put all of
 * preact/compat into the script that every island shares.
 */
export {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
// biome-ignore lint/style/noDefaultExport: the package asks for one.
export default { createElement };
