// One test for each requirement, under node --test, Mocha or Jest. The npm package of aplus-check has this module.
// Without --quick, all chapters are run, which takes half a minute or more.
require('aplus-check/test').testPromises(__dirname, '--quick');
