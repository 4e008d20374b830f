import type { LanguageFixture } from './fixtures.ts';

export const CPP: LanguageFixture = {
  language: 'cpp',
  source: `#pragma once
#include "leaf/leaf.hpp"
#include <vector>
#define POT_BEGIN namespace brew { inline namespace v1 {
#define POT_LOG(what) ::brew::log(what, POT_LEVEL)

POT_BEGIN
namespace inner::deep {
inline namespace v2 {
/// Holds tea.
/// Warm.
template <typename Leaf, int Size = POT_SIZE>
class POT_API Pot final : public vessel::Base<Leaf>, Lidded {
 public:
  using Cup = leaf::Cup<Leaf>;
  explicit Pot(int size) noexcept : Lidded(size), level_{size} { fill(); }
  Pot(const Pot&) = delete;
  virtual ~Pot();
  virtual void tilt(Cup& cup) const = 0;
  POT_NODISCARD auto pour(leaf::Jug* jug) const -> leaf::Stream;
  bool operator==(const Pot& other) const { return level_ == other.level_; }
  static int count;
  static constexpr int kMax = 4;
  enum Kind { Green, Black };
  enum class Shade : char { Dark };
  struct Lid { int hinge; }; Lid const& lid() const;
  friend void swap(Pot& a, Pot& b) { std::swap(a.level_, b.level_); }
  friend class Spoon;

 private:
  void fill();
  int level_ = 1;  ///< How full.
  std::unique_ptr<leaf::Jug> jug_;
};
}  // namespace v2

class Spoon;
template <typename T> concept Steeps = requires(T t) { t.steep(); };
using Cups = std::vector<leaf::Cup<int>>;
namespace lf = leaf::inner;
using leaf::Jug;
extern int shared;
inline int level(const Pot<int>& pot, Jug* jug, std::shared_ptr<Cups> cups) {
  auto other = jug->spare();
  other.drain();
  jug->leaves[0]->dry(POT_LIMIT);
  std::lock_guard<std::mutex> lock(gate);
  for (auto& one : cups->all()) one.rinse();
  Shade shade = Pot<int>::Shade::Dark;
  return static_cast<int>(lf::measure<Cups>(pot.pour(jug))) + [](int pot) { return pot; }(1);
}
namespace {
int secret() { return 1; }
}
static int quiet(void);
}  // namespace inner::deep
POT_END

template <typename Leaf, int Size>
void inner::deep::Pot<Leaf, Size>::fill() { this->level_ = kMax; jug_->fill(Black); POT_LOG("full"); }
int inner::deep::Pot<int>::count = 0;
template <> struct std::hash<inner::deep::Spoon> { size_t operator()(const inner::deep::Spoon& s) const; };
std::ostream& operator<<(std::ostream& out, const inner::deep::Spoon& spoon) { return out << spoon.name(); }

TEST_F(PotTest, Fills) { EXPECT_EQ(level(make<Pot>(2)), 2); }
TEST_CASE("pours. well", "[pot]") { inner::deep::Pot<int> pot(3); CHECK(pot.kMax); }
`,
  definitions: [
    ['POT_BEGIN', 'constant', '4-4', true],
    ['POT_LOG', 'function', '5-5', true],
    ['inner.deep', 'module', '8-56', true],
    ['inner.deep.Pot', 'class', '12-34', true],
    ['inner.deep.Pot.Cup', 'type', '15-15', true],
    ['inner.deep.Pot.Pot', 'method', '16-16', true],
    ['inner.deep.Pot.Pot', 'method', '17-17', true],
    ['inner.deep.Pot.~Pot', 'method', '18-18', true],
    ['inner.deep.Pot.tilt', 'method', '19-19', true],
    ['inner.deep.Pot.pour', 'method', '20-20', true],
    ['inner.deep.Pot.operator==', 'method', '21-21', true],
    ['inner.deep.Pot.count', 'variable', '22-22', true],
    ['inner.deep.Pot.kMax', 'constant', '23-23', true],
    ['inner.deep.Pot.Kind', 'type', '24-24', true],
    ['inner.deep.Pot.Green', 'constant', '24-24', true],
    ['inner.deep.Pot.Black', 'constant', '24-24', true],
    ['inner.deep.Pot.Shade', 'type', '25-25', true],
    ['inner.deep.Pot.Shade.Dark', 'constant', '25-25', true],
    ['inner.deep.Pot.Lid', 'class', '26-26', true],
    ['inner.deep.Pot.Lid.hinge', 'variable', '26-26', true],
    ['inner.deep.Pot.lid', 'method', '26-26', true],
    ['inner.deep.swap', 'function', '27-27', true],
    ['inner.deep.Pot.fill', 'method', '31-31', false],
    ['inner.deep.Pot.level_', 'variable', '32-32', false],
    ['inner.deep.Pot.jug_', 'variable', '33-33', false],
    ['inner.deep.Spoon', 'class', '37-37', true],
    ['inner.deep.Steeps', 'type', '38-38', true],
    ['inner.deep.Cups', 'type', '39-39', true],
    ['inner.deep.shared', 'variable', '42-42', true],
    ['inner.deep.level', 'function', '43-51', true],
    ['inner.deep.secret', 'function', '53-53', false],
    ['inner.deep.quiet', 'function', '55-55', false],
    ['inner.deep.Pot.fill', 'method', '59-60', true],
    ['inner.deep.Pot.count', 'variable', '61-61', true],
    ['std.hash<inner::deep::Spoon>', 'class', '62-62', true],
    ['std.hash<inner::deep::Spoon>.operator()', 'method', '62-62', true],
    ['operator<<', 'function', '63-63', true],
    ['TEST_F(PotTest, Fills)', 'function', '65-65', false],
    ['TEST_CASE("pours well", "[pot]")', 'function', '66-66', false],
  ],
  declarations: [
    'inner.deep.Pot.~Pot',
    'inner.deep.Pot.pour',
    'inner.deep.Pot.count',
    'inner.deep.Pot.lid',
    'inner.deep.Pot.fill',
    'inner.deep.Spoon',
    'inner.deep.shared',
    'inner.deep.quiet',
    'std.hash<inner::deep::Spoon>.operator()',
  ],
  signatures: {
    'inner.deep.Pot': 'template <typename Leaf, int Size = POT_SIZE> class POT_API Pot final : public vessel::Base<Leaf>, Lidded',
    'inner.deep.Pot.Pot': 'explicit Pot(int size) noexcept',
    'inner.deep.Pot.pour': 'auto pour(leaf::Jug* jug) const -> leaf::Stream;',
    'inner.deep.Pot.lid': 'Lid const& lid() const;',
    'inner.deep.swap': 'friend void swap(Pot& a, Pot& b)',
    POT_LOG: '#define POT_LOG(what)',
  },
  docs: { 'inner.deep.Pot': 'Holds tea.\nWarm.', 'inner.deep.Pot.level_': 'How full.', 'inner.deep.level': null },
  references: [
    'calls brew log',
    'reads  POT_LEVEL',
    'reads  POT_SIZE',
    'reads  POT_API',
    'reads  POT_BEGIN',
    'extends vessel Base',
    'extends  Lidded',
    'types leaf Cup',
    'types leaf Jug',
    'types leaf Stream',
    'calls  fill',
    'reads Pot level_',
    'calls Jug.spare drain',
    'calls Jug spare',
    'calls Jug.leaves dry',
    'reads  POT_LIMIT',
    'calls Cups all',
    'calls (one) rinse',
    'reads Pot.Shade Dark',
    'calls lf measure',
    'types  Cups',
    'calls Pot pour',
    'types inner.deep Pot',
    'reads this level_',
    'reads  kMax',
    'calls jug_ fill',
    'reads  Black',
    'calls  POT_LOG',
    'extends  hash',
    'calls inner.deep.Spoon name',
    'calls  TEST_F',
    'extends  PotTest',
    'calls  EXPECT_EQ',
    'calls  level',
    'reads inner.deep.Pot kMax',
  ],
  // Template parameters, parameters and locals are none; a cast, a friend and an argument of a test macro are no calls of the file's names.
  absent: ['types  Leaf', 'reads  pot', 'reads  jug', 'reads  lock', 'calls  static_cast', 'types  Fills', 'reads  size'],
  imports: ['>leaf/leaf.hpp: *=*', '><vector>: *=*', '>: brew=', '>: inner.deep.lf=leaf.inner', '>: inner.deep.Jug=leaf.Jug'],
  inlineTests: [
    [65, 65],
    [66, 66],
  ],
};
