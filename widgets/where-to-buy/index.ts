import { defineWidget } from '../host/define-widget.ts';
import { shopsWidget } from './shops-widget.tsx';

defineWidget(shopsWidget);
