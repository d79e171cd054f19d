import { receiptsForm } from '../attributes.ts';
import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';

defineWidget(frameWidget(receiptsForm));
