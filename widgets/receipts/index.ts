import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { receipts } from './about.ts';

defineWidget(frameWidget(receipts));
