import { testPublished } from './test-published.ts';

testPublished('alphai-sdk, unchanged, against /compat/alphai: every method', 'sdk_test.py', ['requirements.txt']);
