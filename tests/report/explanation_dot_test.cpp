#include <regex>

#include "report/explained.h"
#include "report/print_explanation.h"

namespace pantile::report {
namespace {

const std::string kProgram =
    "pipeline p\ninput img: f32(x)\na(x) = img(x) * 2\nb(x) = a(x) + a(x+1)\nc(x) = b(x) + 1\n"
    "output out(x) = c(x) + c(x+1)\n";

TEST(Dot, GroupsAreClustersAndInlinedStagesAreDashed) {
    const std::string text = explained(
        kProgram,
        R"("inlined": ["c"], "groups": [{"stages": ["a", "b"], "tile": {"x": 8}}, {"stages": ["out"]}])",
        {.sizes = {{"x", 64}}, .form = ReportForm::dot});
    const std::string untimed = std::regex_replace(text, std::regex("\\\\n[0-9.]+ (ns|µs), [0-9]+ %"), "");
    EXPECT_EQ(untimed,
              "digraph \"p\" {\n"
              "  node [shape=box];\n"
              "  \"img\" [style=filled, fillcolor=lightgray];\n"
              "  subgraph cluster_1 {\n"
              "    label=\"group 1: tiles of x 8\";\n"
              "    \"a\";\n"
              "    \"b\";\n"
              "  }\n"
              "  subgraph cluster_2 {\n"
              "    label=\"group 2\";\n"
              "    \"out\" [peripheries=2];\n"
              "  }\n"
              "  \"c\" [style=dashed];\n"
              "  \"img\" -> \"a\";\n"
              "  \"a\" -> \"b\";\n"
              "  \"b\" -> \"c\";\n"
              "  \"c\" -> \"out\";\n"
              "}\n");
}

TEST(Dot, NamesThatAreKeywordsOfItAreQuoted) {
    const std::string text = explained(
        "pipeline digraph\ninput node: f32(x)\ngraph(x) = node(x) + 1\noutput edge(x) = graph(x) + "
        "graph(x+1)\n",
        R"("groups": [{"stages": ["graph"]}, {"stages": ["edge"]}])", {.form = ReportForm::dot});
    EXPECT_EQ(text.find("digraph \"digraph\" {"), 0u) << text;
    EXPECT_NE(text.find("\"node\" -> \"graph\";"), std::string::npos) << text;
    EXPECT_NE(text.find("\"graph\" -> \"edge\";"), std::string::npos) << text;
}

TEST(Dot, AnUpdateThatReadsItsStageIsNoEdge) {
    const std::string text = explained("pipeline p\noutput f(x) = 1\nf(0) += 2\n",
                                       R"("groups": [{"stages": ["f"]}])", {.form = ReportForm::dot});
    EXPECT_EQ(text.find("->"), std::string::npos) << text;
}

}  // namespace
}  // namespace pantile::report
