import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { pageWidget } from '../host/page-widget.ts';
import { login } from './about.ts';

defineWidget(pageWidget(frameWidget(login)));
