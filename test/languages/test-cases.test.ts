import { afterAll, expect, it } from 'vitest';
import { createParser } from '#io/parser.ts';
import { languageById } from '#languages/index.ts';

const parser = createParser({ workers: 1 });
afterAll(() => parser[Symbol.asyncDispose]());

/** Cases as `name first-last: doc`. */
async function cases(language: string, text: string): Promise<string[]> {
  const answer = await parser.symbols(language, text);
  if ('why' in answer) throw new Error(answer.why);
  const declared = languageById(language).testCases(text, answer.symbols);
  return declared.map(({ name, line, endLine, doc }) => `${name} ${line}-${endLine}: ${doc ?? ''}`);
}

it('rust: functions with a test attribute, from their first attribute on', async () => {
  const text = `#[test]
fn plain() {}

/// Why.
#[rstest]
#[case(1,
       2)]
#[case(3, 4)]
fn cased(#[case] a: u8) {}

mod deep {
    #[tokio::test(flavor = "multi_thread")]
    // A remark.
    #[ignore]
    async fn awaited() {}

    #[test_case(1 ; "one")]
    fn listed(n: u8) {}

    fn test_helper() {}
    #[cfg(test)]
    fn setup() {}
    #[testing::helper]
    fn near() {}
}
`;
  expect(await cases('rust', text)).toEqual(['plain 1-2: ', 'cased 5-9: Why.', 'deep::awaited 12-15: ', 'deep::listed 17-18: ']);
});

it('java: methods with a test annotation, and test methods of a TestCase', async () => {
  const text = `class PotTest {
  /** Why. */
  @Test
  void plain() {}

  @CsvSource({"plain(1)", "@Test"})
  @ParameterizedTest(name = "{0} brews(x)")
  void brews(String leaf) {}

  @org.junit.Test(expected = Burnt.class) public void qualified() {}

  @Nested
  class Deep {
    @RepeatedTest(3)
    void again() {}
  }

  @BeforeEach
  void setUp() { run("@Test"); }

  void testLooking() {}
  @Tested void near() {}
}

class OldTest extends junit.framework.TestCase {
  public void testOld() {}
  public void helper() {}
  private int testCount() { return 1; }
}
`;
  expect(await cases('java', text)).toEqual([
    'PotTest.plain 3-4: Why.',
    'PotTest.brews 6-8: ',
    'PotTest.qualified 10-10: ',
    'PotTest.Deep.again 14-15: ',
    'OldTest.testOld 26-26: ',
  ]);
});

it('ruby: methods called test_…, and calls with a title', async () => {
  const text = `class PotTest < Minitest::Test
  # Why.
  def test_plain
    pour
  end
  def helper; end
end

describe 'Pot' do
  # So.
  it "pours 'tea'" do
    expect(pot).to pour
  end
  fit('waits') { wait }
  it { is_expected.to pour }
  test_run 'nothing'
  item 'nothing'
end
`;
  expect(await cases('ruby', text)).toEqual(['PotTest.test_plain 3-5: Why.', "pours 'tea' 11-13: So.", 'waits 14-19: ']);
});

it('csharp: methods with a test attribute', async () => {
  const text = `public class PotTests
{
    /// <summary>Why.</summary>
    [Fact]
    public void Plain() { }

    [Theory, InlineData("Fact()")]
    [InlineData(2)]
    public async Task Brews(string leaf) { }

    [NUnit.Framework.TestCase(1)]
    public void Qualified<T>(int one) { }

    [SetUp]
    public void Setup() { Run("[Fact]"); }
    [Tested] public void Near() { }
    public class Deep { [TestMethod] public void Again() { } }
}
`;
  expect(await cases('csharp', text)).toEqual([
    'PotTests.Plain 4-5: Why.',
    'PotTests.Brews 7-9: ',
    'PotTests.Qualified 11-12: ',
    'PotTests.Deep.Again 17-17: ',
  ]);
});

it('php: methods by name, attribute or annotation, and calls with a title', async () => {
  const text = `<?php
class PotTest extends TestCase
{
    /** Why. */
    public function testPlain(): void {}

    /** @test */
    public function it_brews(): void {}

    #[Test]
    #[DataProvider('cups')]
    public function cups_are_full(): void {}

    #[Tested]
    public function near(): void { run('#[Test]'); }
    protected function setUp(): void {}
}
// So.
it('pours "tea"', function () {
    expect($pot)->toPour();
});
`;
  expect(await cases('php', text)).toEqual([
    'PotTest.testPlain 5-5: Why.',
    'PotTest.it_brews 8-8: @test',
    'PotTest.cups_are_full 10-12: ',
    'pours "tea" 19-22: So.',
  ]);
});

it('kotlin: functions with a test annotation, and calls with a title', async () => {
  const text = `class PotTest {
    /** Why. */
    @Test
    fun plain() {}

    @Test(timeout = 3) @Ignore
    fun \`brews well\`() = run { pour() }

    @Before
    fun setUp() { call("@Test fun no()") }
    @Tested fun near() {}
}

class PotSpec : FunSpec({
    // So.
    test("pours \\"tea\\"") {
        pot.pour()
    }
})
`;
  expect(await cases('kotlin', text)).toEqual(['PotTest.plain 3-4: Why.', 'PotTest.brews well 6-7: ', 'pours \\"tea\\" 16-20: So.']);
});
