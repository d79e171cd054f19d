import { loginForm } from '../attributes.ts';
import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { pageWidget } from '../host/page-widget.ts';

defineWidget(pageWidget(frameWidget(loginForm)));
