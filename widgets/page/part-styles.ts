import css from './parts.css?inline';
import { addStyles } from './styles.ts';

addStyles(css);
