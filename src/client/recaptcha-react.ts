import { createElement } from 'react';

/**
 * React as react-google-recaptcha-v3 uses it. The package imports the default of `react`, which
 * would put all of preact/compat into the script that every island shares; the build gives it this.
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
