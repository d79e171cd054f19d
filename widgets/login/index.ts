import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { pageWidget } from '../host/page-widget.ts';
import { loginForm } from '../widget-attributes.ts';

defineWidget(pageWidget(frameWidget(loginForm)));
